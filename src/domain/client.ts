/**
 * How much of an address is stored. If `TRUST_PROXY` is greater than the number of proxies, the client chooses the text
 * that is taken for its address.
 */
export const LONGEST_ADDRESS = 64;

/** How long a device is known after a login. */
export const DEVICE_LIFETIME_MS = 365 * 86_400_000;

/** Where a request comes from. */
export interface Client {
  /** As the server sees it. */
  readonly address: string | undefined;
  /** The id of the device, if the request proves one. */
  readonly device: string | undefined;
}

/**
 * How much of an address is stored. If `TRUST_PROXY` is greater than the number of proxies, the client chooses the text
 * that is taken for its address.
 */
export const LONGEST_ADDRESS = 64;

/** How long a device is known after a login. */
export const DEVICE_LIFETIME_MS = 365 * 86_400_000;

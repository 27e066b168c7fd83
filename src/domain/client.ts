/** Where a request comes from. */
export interface Client {
  /** As the server sees it. */
  readonly address: string | undefined;
  /** The id of the device that the request proves to come from, if it does. */
  readonly device: string | undefined;
}

/**
 * How much of an address is stored. Where `TRUST_PROXY` counts more proxies than there are, the client chooses the text
 * that takes the address's place.
 */
export const LONGEST_ADDRESS = 64;

/** How long a device is known after a login. */
export const DEVICE_LIFETIME_MS = 365 * 86_400_000;

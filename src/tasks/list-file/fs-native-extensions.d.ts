declare module "fs-native-extensions" {
  /** Asks for a lock that the kernel gives back when its holder dies; false while another descriptor holds it. */
  export function tryLock(fd: number, offset?: number, length?: number): boolean;
  /** Resolves once the lock is granted; the wait can't be given up. */
  export function waitForLock(fd: number, offset?: number, length?: number): Promise<void>;
}

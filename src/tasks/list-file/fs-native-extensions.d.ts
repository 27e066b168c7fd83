declare module "fs-native-extensions" {
  /** Requests a lock, which the kernel releases when its holder dies; false while another descriptor holds it. */
  export function tryLock(fd: number, offset?: number, length?: number): boolean;
  /** Resolves once the lock is granted; the wait can't be cancelled. */
  export function waitForLock(fd: number, offset?: number, length?: number): Promise<void>;
}

// Loaded before the command: every lock fails, as on NFS without its lock service.
import lock from "fs-native-extensions";

lock.tryLock = () => {
  throw Object.assign(new Error("no locks available"), { code: "ENOLCK" });
};

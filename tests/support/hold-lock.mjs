// Holds the lock of the file named by the first argument until it is killed.
import { openSync } from "node:fs";
import locks from "fs-native-extensions";

const file = openSync(process.argv[2], "r+");
if (!locks.tryLock(file, 2 ** 40, 1)) throw new Error("somebody else holds the lock");
process.stdout.write("held\n");
setInterval(() => {}, 1000);

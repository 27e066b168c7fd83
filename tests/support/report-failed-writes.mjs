// Loaded before the server: tells the parent process when a write to standard output has failed.
import fs from "node:fs";

const write = fs.write;
fs.write = (descriptor, ...input) => {
  const onWritten = input.pop();
  return write(descriptor, ...input, (error, ...result) => {
    if (error && descriptor === 1) process.send?.("write failed");
    onWritten(error, ...result);
  });
};

import cluster from "node:cluster";

// Loaded before the server by `--import`: the system can't start the process that replaces the first ended worker.
if (cluster.isPrimary) {
  const { execPath } = process;
  cluster.once("exit", () => {
    process.execPath = "/nowhere/node";
    cluster.once("fork", () => {
      process.execPath = execPath;
    });
  });
}

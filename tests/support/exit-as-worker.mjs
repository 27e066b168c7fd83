import cluster from "node:cluster";

// Loaded before the server by `--import`: every worker ends before it serves.
if (cluster.isWorker) process.exit(7);

import { execFileSync } from "node:child_process";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openDatabase } from "../../src/database/open-database.ts";
import { sql } from "../../src/database/sql.ts";
import { program } from "../support/machine.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

const open = (url: string) => openDatabase({ engine: "postgres", url, poolSize: 1, timeoutMs: 5000 });

/** A self-signed certificate for 127.0.0.1. */
function createCertificate(folder: string) {
  const certificate = join(folder, "server.crt");
  const key = join(folder, "server.key");
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "1",
    ].concat(
      ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
      ["-keyout", key, "-out", certificate],
    ),
    { stdio: "ignore" },
  );
  execFileSync("chmod", ["755", folder]);
  // PostgreSQL reads only a key file that its own user owns.
  if (userInfo().uid === 0) execFileSync("chown", ["postgres", key]);
  return { certificate, key };
}

testWith(
  [program("openssl")],
  "the PostgreSQL driver connects over TLS as the address says, and refuses a certificate that it can't verify",
  async () => {
    const { certificate, key } = createCertificate(temporaryFolder());
    const server = await startPostgresServer([
      "ssl=on",
      `ssl_cert_file=${certificate}`,
      `ssl_key_file=${key}`,
    ]);
    onTestFinished(() => server.dispose());
    const url = server.url("postgres");

    const database = await open(`${url}?sslmode=verify-full&sslrootcert=${certificate}`);
    const rows = database.queries.all(sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`);
    expect(await rows).toEqual([{ ssl: true }]);
    await database.close();

    await expect(open(`${url}?sslmode=verify-full`)).rejects.toThrow(
      /can't be opened: self-signed certificate/,
    );
  },
);

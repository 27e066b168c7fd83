import type { Migration } from "../migration.ts";
import { onBothEngines } from "../migration.ts";

/**
 * Password hashes from other systems, until their owners' first login. A higher weight means a slower comparison. Any
 * new password replaces an imported one, regardless of the program that stores it.
 */
export const importedPasswords: Migration = {
  version: 12,
  ...onBothEngines(
    `
    CREATE TABLE imported_passwords (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      hash text NOT NULL,
      weight integer NOT NULL
    );
    CREATE INDEX imported_passwords_weight ON imported_passwords (weight);
  `,
    {
      sqlite: `
    CREATE TRIGGER users_password_renewed AFTER UPDATE OF password_hash ON users
      WHEN NEW.password_hash <> OLD.password_hash BEGIN
      DELETE FROM imported_passwords WHERE user_id = NEW.id;
    END;
  `,
      postgres: `
    CREATE FUNCTION forget_imported_password() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM imported_passwords WHERE user_id = NEW.id;
        RETURN NULL;
      END
    $$;
    CREATE TRIGGER users_password_renewed AFTER UPDATE OF password_hash ON users
      FOR EACH ROW WHEN (NEW.password_hash <> OLD.password_hash) EXECUTE FUNCTION forget_imported_password();
  `,
    },
  ),
};

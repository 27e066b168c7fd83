/** Set by the build, so that no run has to read package.json. */
declare const packageVersion: string;

/** The version of the package. */
export const ownVersion = (): string => packageVersion;

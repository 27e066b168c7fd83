import ipaddr from "ipaddr.js";

/** Providers give a customer a prefix of this length or shorter, so all addresses within it count as one client. */
const IPV6_CLIENT_BITS = 56;
const IPV6_CLIENT_BYTES = IPV6_CLIENT_BITS / 8;

/**
 * The network that counts as one client: an IPv4 address, also if written as IPv6, or an IPv6 /56, each in canonical
 * form. All invalid addresses count as one client, so that a client gains nothing from an invalid header.
 *
 * @param address as a socket or a proxy's header names it, perhaps with a port or a zone
 */
export function clientNetwork(address: string | undefined): string {
  const text = stripPort(address ?? "");
  if (!ipaddr.isValid(text)) return "unknown";
  const ip = ipaddr.process(text);
  if (ip.kind() === "ipv4") return ip.toString();
  const prefix = ip.toByteArray().slice(0, IPV6_CLIENT_BYTES);
  return `${Buffer.from(prefix).toString("hex")}/${IPV6_CLIENT_BITS}`;
}

/** Some proxies name the port too, which changes with every connection: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function stripPort(address: string): string {
  const match = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address.trim());
  return match?.[1] ?? match?.[2] ?? address.trim();
}

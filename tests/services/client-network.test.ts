import { expect, test } from "vitest";
import { clientNetwork } from "../../src/services/client-network.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:4711", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
])("the rate limit counts %s as the IPv4 client %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test("all addresses of an IPv6 /56, in any spelling, count as one client", () => {
  const network = clientNetwork("2001:db8:0:1100::1");
  for (const address of [
    "2001:db8:0:11ff::2",
    "2001:0DB8:0000:1142:0:0:0:1",
    "[2001:db8:0:1101::1]:4711",
    "2001:db8:0:1100::1%eth0",
  ]) {
    expect(clientNetwork(address)).toBe(network);
  }
  expect(clientNetwork("2001:db8:0:1200::1")).not.toBe(network);
});

test("all values that are not addresses count as one client", () => {
  for (const nonsense of [undefined, "", "unknown", "_hidden", "1.2.3.4.5", "2001:db8::/32"]) {
    expect(clientNetwork(nonsense)).toBe("unknown");
  }
});

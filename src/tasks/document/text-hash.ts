/**
 * A 53-bit hash of a text, as a whole number: two multiply-and-shift hashes side by side. Not safe against forged
 * texts. Node's own hashes would take longer to load than the cache saves.
 */
export function textHash(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    // Without the rotation, the high bits of one character would never affect the low bits of the next.
    high = (high << 13) | (high >>> 19);
    low ^= low >>> 15;
  }
  high = Math.imul(high ^ (low >>> 16), 0x85ebca6b);
  low = Math.imul(low ^ (high >>> 13), 0xc2b2ae35);
  return ((high ^ (high >>> 16)) >>> 11) * 2 ** 32 + (low >>> 0);
}

/**
 * Whether a host, as `URL.hostname` spells it, is certainly not a place in the public internet: this machine, its
 * network, or an address reserved for something else. A name says nothing about where it leads; whoever fetches from it
 * asks again with the address it resolves to.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || host.includes(':')) return isPrivateIpv6(host.replace(/^\[|\]$/g, ''));
  const octets = octetsOf(host);
  if (octets) return isPrivateIpv4(octets);
  // Names without a dot are looked up in the local network.
  return !host.includes('.') || PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
}

const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa'];

function octetsOf(host: string): number[] | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return null;
  return host.split('.').map(Number);
}

/** This network, private, shared, loopback, link-local, special uses and documentation, benchmarks, multicast and above. */
function isPrivateIpv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b <= 127;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99);
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

/** Only 2000::/3 is given out; within it, what stands for an IPv4 address is judged as that. */
function isPrivateIpv6(address: string): boolean {
  const groups = groupsOf(address);
  if (!groups) return true;
  const [first = 0, second = 0] = groups;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped) return isPrivateIpv4(octetsOfGroups(groups.slice(6)));
  // 64:ff9b::/96 and 2002::/16 carry an IPv4 address.
  if (first === 0x64 && second === 0xff_9b) return isPrivateIpv4(octetsOfGroups(groups.slice(6)));
  if (first === 0x20_02) return isPrivateIpv4(octetsOfGroups(groups.slice(1, 3)));
  if (first === 0x20_01 && (second < 0x2_00 || second === 0xd_b8)) return true;
  return first < 0x20_00 || first > 0x3f_ff;
}

const octetsOfGroups = (groups: readonly number[]): number[] =>
  groups.flatMap((group) => [group >> 8, group & 0xff]);

/** The eight groups of an address, `::` filled in and a dotted tail taken apart. Null: it is none. */
function groupsOf(address: string): number[] | null {
  const tail = octetsOf(address.slice(address.lastIndexOf(':') + 1));
  const hex = tail
    ? `${address.slice(0, address.lastIndexOf(':') + 1)}${hexOf(tail, 0)}:${hexOf(tail, 2)}`
    : (address.split('%')[0] ?? '');
  const halves = hex.split('::');
  if (halves.length > 2) return null;
  const [head = [], end = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - end.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...end];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

const hexOf = (octets: readonly number[], at: number): string =>
  (((octets[at] ?? 0) << 8) | (octets[at + 1] ?? 0)).toString(16);

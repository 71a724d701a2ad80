import { lookup } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

/** A name leads to a machine that is not on the public internet. */
class NotPublicError extends Error {
  override readonly name = 'NotPublicError';
}

const NOT_PUBLIC = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [net = '', prefix] = range.split('/');
  NOT_PUBLIC.addSubnet(net, Number(prefix), 'ipv4');
}
// Documentation, and addresses that hold one of version 4: Teredo and 6to4.
NOT_PUBLIC.addSubnet('2001:db8::', 32, 'ipv6');
NOT_PUBLIC.addSubnet('2001::', 32, 'ipv6');
NOT_PUBLIC.addSubnet('2002::', 16, 'ipv6');
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is on the public internet. */
export function isPublic(address: string): boolean {
  if (!address.includes(':')) return !NOT_PUBLIC.check(address, 'ipv4');
  return GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

/**
 * Finds the addresses of a name for a connection. Fails with a NotPublicError if one of them is not public. The
 * connection uses these addresses: a second look-up could find others.
 */
export const lookUpPublic: LookupFunction = (name, options, found) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublic(address))) {
      return found(new NotPublicError(), []);
    }
    if (options.all) found(null, addresses);
    else found(null, first.address, first.family);
  });
};

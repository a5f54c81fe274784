import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isAllowedHost,
  isPrivateHost,
  isPublicAddress,
} from '../../../contracts/base/public-address.ts';

it.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.31.196.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  '::7f00:1',
  '::127.0.0.1',
  'fec0::1',
  '5f00::1',
  '4000::1',
  '100::1',
  '2001::1',
  '2001:1ff:ffff::1',
  '2001:db8::8.8.8.8',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.255.255',
  '2606:4700::1111',
  '2606:4700:0:0:0:0:8.8.8.8',
  '2001:200::1',
  '2a00:1450:4001:80b::200e',
  '3ffe::1',
])('%s is one', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '',
  'example.com',
  'localhost',
  '8.8.8',
  '127.1',
  '2130706433',
  '0x7f.1',
  '010.8.8.8',
  '127.0.0.1 ',
  '1.1.1.1\n',
  '2606:4700::1111\n',
  '[2606:4700::1111]',
])('what is no address in its usual form is none: "%s"', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

it('no IPv4 address gets through inside of an IPv6 one', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const prefixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2002:'];
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), fc.constantFrom(...prefixes), (bytes, prefix) => {
      const hex = bytes.map((each) => each.toString(16).padStart(2, '0'));
      const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      const address = prefix === '2002:' ? `2002:${groups}::1` : `${prefix}${groups}`;
      expect(isPublicAddress(address)).toBe(false);
    }),
  );
});

it.each([
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost', true],
  ['Db.LOCALHOST.', true],
  ['8.8.8.8', false],
  ['[2606:4700::1111]', false],
  ['example.com', false],
  ['notlocalhost', false],
])('the host %s is private by its name alone: %s', (host, isPrivate) => {
  expect(isPrivateHost(host)).toBe(isPrivate);
});

it.each([
  ['http://127.0.0.1:8080/', ['127.0.0.1'], true],
  ['http://127.0.0.1:8080/', ['127.0.0.1:8080'], true],
  ['http://127.0.0.1:8080/', ['127.0.0.1:80'], false],
  ['https://DESK.example/', ['desk.example:443'], true],
  ['http://[::1]:9/', ['[::1]:9'], true],
  ['http://[::1]/', ['::1'], true],
  ['http://desk.example/', ['example'], false],
])('%s may be reached where %j are allowed: %s', (url, allowedHosts, isAllowed) => {
  expect(isAllowedHost(allowedHosts, new URL(url))).toBe(isAllowed);
});

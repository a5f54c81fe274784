import { expect, it } from 'vitest';
import { isPrivateHost, isPublicAddress } from '../../contracts/public-address.ts';

it.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fd00::1',
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
  '3fff:fff::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  'example.com',
  '8.8.8',
  '',
])('%s is not an address of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2606:4700:0:0:0:0:8.8.8.8',
  '2001:200::1',
  '2a00:1450:4001:80b::200e',
  '3ffe::1',
])('%s is one', (address) => {
  expect(isPublicAddress(address)).toBe(true);
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

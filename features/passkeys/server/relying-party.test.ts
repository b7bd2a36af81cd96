import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  [
    'https://druse.example',
    'druse.example',
    { id: 'druse.example', origin: 'https://druse.example' },
  ],
  [
    'https://shop.druse.example:8443',
    'x',
    { id: 'shop.druse.example', origin: 'https://shop.druse.example:8443' },
  ],
  ['http://localhost:3000', 'x', { id: 'localhost', origin: 'http://localhost:3000' }],
  [null, 'localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  [null, 'druse.localhost:80', { id: 'druse.localhost', origin: 'http://druse.localhost' }],
  [
    null,
    '127.0.0.1:3000',
    'Passkeys belong to a host name, and 127.0.0.1 is an IP address. Open the shop as http://localhost:3000 instead.',
  ],
  [
    null,
    '[::1]:3000',
    'Passkeys belong to a host name, and [::1] is an IP address. Open the shop as http://localhost:3000 instead.',
  ],
  [
    null,
    'tunnel.example',
    'Passkeys belong to a fixed host name. Set PUBLIC_URL to the one you open the shop with.',
  ],
  [
    null,
    '',
    'Passkeys belong to a fixed host name. Set PUBLIC_URL to the one you open the shop with.',
  ],
  [
    'http://druse.example',
    'x',
    'Browsers allow passkeys only over https. Serve the shop over https and set PUBLIC_URL to that address.',
  ],
  [
    'https://192.0.2.7',
    'x',
    'Passkeys belong to a host name, and 192.0.2.7 is an IP address. Give the shop a host name and https.',
  ],
  [
    'http://[2001:db8::7]:3000',
    'x',
    'Passkeys belong to a host name, and [2001:db8::7] is an IP address. Give the shop a host name and https.',
  ],
])(
  'with PUBLIC_URL %s and the host %s, passkeys belong to, or cannot work because: %j',
  (publicUrl, host, expected) => {
    expect(relyingPartyOf({ publicUrl }, { headers: { host } })).toEqual(expected);
  },
);

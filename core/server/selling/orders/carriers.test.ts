import { expect, test } from 'vitest';
import { trackingUrl } from './carriers.ts';

test.each([
  ['USPS', '9400 1000 0000', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=940010000000'],
  ['usps Priority Mail', '94', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94'],
  ['US Postal Service', '94', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94'],
  ['UPS Ground', '1Z 999', 'https://www.ups.com/track?tracknum=1Z999'],
  ['FedEx', '1', 'https://www.fedex.com/fedextrack/?trknbr=1'],
  ['Fed Ex', '1', 'https://www.fedex.com/fedextrack/?trknbr=1'],
  [
    'DHL Express',
    '1&x=2',
    'https://www.dhl.com/global-en/home/tracking.html?tracking-id=1%26x%3D2',
  ],
  ['My cousin', '1', null],
  ['Pushups', '1', null],
  ['UPS', ' ', null],
  ['UPS', null, null],
  [null, '1', null],
])('a parcel of %j with the number %j is followed at %j', (carrier, number, url) => {
  expect(trackingUrl(carrier, number)).toBe(url);
});

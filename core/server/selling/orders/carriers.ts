/** Admins type the carrier's name as they like. */
const carriers: readonly { name: RegExp; page: string }[] = [
  {
    name: /\busps\b|\bu\.?s\.? (mail|postal service)\b/i,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  { name: /\bups\b|united parcel/i, page: 'https://www.ups.com/track?tracknum=' },
  { name: /\bfed ?ex\b/i, page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { name: /\bdhl\b/i, page: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=' },
  {
    name: /\bcanada post\b/i,
    page: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
  },
  { name: /\broyal mail\b/i, page: 'https://www.royalmail.com/track-your-item#/tracking-results/' },
];

/** Returns null without a number, or where the carrier is unknown. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  const number = trackingNumber?.replaceAll(/\s/g, '') ?? '';
  const known = carriers.find(({ name }) => name.test(carrier ?? ''));
  return known && number !== '' ? `${known.page}${encodeURIComponent(number)}` : null;
}

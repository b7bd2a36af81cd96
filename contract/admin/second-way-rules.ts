/** What the owner chooses for alerts that email can't carry. Free of schemas, so pages may import it. */
export const secondWayTable = {
  ntfy: { label: 'ntfy topic', example: 'https://ntfy.sh/a-long-name-nobody-guesses' },
  webhook: { label: 'Webhook', example: 'https://hooks.example.com/druse' },
} as const;
export type SecondWayKind = keyof typeof secondWayTable;
export const secondWayKinds = Object.keys(secondWayTable) as SecondWayKind[];

export const MAX_WAY_URL = 500;
export const SECOND_WAY_URL = 'Enter an address that begins with https://';

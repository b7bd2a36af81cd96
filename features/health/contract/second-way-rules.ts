/** Carries alerts that email can't. Free of schemas, so pages may import it. */
export const secondWayTable = {
  ntfy: {
    label: 'ntfy topic',
    hint: 'ntfy is a free phone app. Pick a topic no one could guess, because anyone who knows it can read along, and enter its full address.',
  },
  webhook: {
    label: 'Webhook',
    hint: 'An address that takes a short JSON message, such as an automation or a chat offers.',
  },
} as const;
export type SecondWayKind = keyof typeof secondWayTable;
export const secondWayKinds = Object.keys(secondWayTable) as SecondWayKind[];

export const MAX_WAY_URL = 500;

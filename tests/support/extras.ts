/** Which extras an extra cannot do without. The walls allow it no other, and whoever takes one out takes these along. */
export const needs: Record<string, string[]> = { certificates: ['paper'], intake: ['paper'], ledger: ['paper'], show: ['paper'] };

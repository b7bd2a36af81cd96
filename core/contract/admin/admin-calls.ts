import type { CallTable } from '#core/contract/calls.ts';
import { installation } from '#core/contract/version.ts';
import { proxyState } from './proxy-state.ts';

export const clockCalls = {
  'POST /api/manage/clock': {
    about: '204; confirms the time after the clock has jumped, so that what is due is settled',
  },
} as const satisfies CallTable;

export const proxyCalls = {
  'GET /api/manage/proxy': {
    about: 'whether this request came through a proxy that the shop doesn’t trust',
    response: proxyState,
  },
} as const satisfies CallTable;

export const versionCalls = {
  'GET /api/manage/version': {
    about: 'the running version, how to type commands here, and whether there is a newer version',
    response: installation,
  },
} as const satisfies CallTable;

type ClockCalls = typeof clockCalls;
type ProxyCalls = typeof proxyCalls;
type VersionCalls = typeof versionCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends ClockCalls, ProxyCalls, VersionCalls {}
}

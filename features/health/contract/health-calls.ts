import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { doctorReport } from '#features/health/contract/doctor.ts';
import { secondWaySetting } from '#features/health/contract/second-way.ts';

export const doctorCalls = {
  'POST /api/manage/doctor': {
    about: 'runs the doctor and returns its findings',
    response: doctorReport,
  },
} as const satisfies CallTable;

export const secondWayCalls = {
  'GET /api/manage/second-way': {
    about: 'where the shop reports trouble while email is broken',
    response: secondWaySetting,
  },
  'PUT /api/manage/second-way': {
    about:
      'changes where the shop reports trouble while email is broken; `{"way": null}` turns it off',
    confirmed: 'always',
    body: secondWaySetting,
    response: secondWaySetting,
  },
  'POST /api/manage/second-way/test': {
    about: '204; sends a test by this `way` before it is saved',
    confirmed: 'always',
    body: z.strictObject({ way: secondWaySetting.shape.way.unwrap() }),
  },
} as const satisfies CallTable;

type DoctorCalls = typeof doctorCalls;
type SecondWayCalls = typeof secondWayCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends DoctorCalls, SecondWayCalls {}
}

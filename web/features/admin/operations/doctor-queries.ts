import { queryOptions } from '@tanstack/react-query';
import type { DoctorReport } from '#contract/admin/doctor.ts';
import { call } from '#web/lib/api.ts';

/** What the doctor finds; it looks again on every mount. */
export const doctorQuery = queryOptions({
  queryKey: ['doctor'],
  queryFn: () => call<DoctorReport>('/api/manage/doctor', { method: 'POST' }),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
});

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pages } from '#core/contract/storefront/pages.ts';
import {
  invalidateLists,
  saveSpecimen,
} from '#core/web/catalogue/editing/saving/editing-queries.ts';
import type { IntakeDrafts } from '#features/intake/contract/intakes.ts';
import { BackToIntake } from '#features/intake/web/back-to-intake.tsx';
import { intakeDraftsQuery, intakeQuery } from '#features/intake/web/intake-queries.ts';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { wholeNumber } from '#ui/lib/whole-number.ts';
import { Notice } from '#ui/notice.tsx';
import { makeDraftTable } from './draft-table.ts';
import { DraftTableView } from './draft-table-view.tsx';

export default function DraftTablePage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const intake = wholeNumber(search.intake, 9) ?? 0;
  const { data, error, isFetching } = useQuery(intakeDraftsQuery(intake));
  // What is typed stays: later versions come with what is saved.
  const [first, setFirst] = useState<IntakeDrafts | null>(null);
  if (data && !isFetching && first === null) setFirst(data);
  return (
    <>
      <BackToIntake intake={intake} />
      <h1 className="mt-2 page-title">{pages.intakeTable.title}</h1>
      {first !== null && first.length > 0 ? (
        <Loaded key={intake} intake={intake} drafts={first} />
      ) : error || first !== null ? (
        <Notice
          isAlert={error !== null}
          text={error ? messageOf(error) : 'No drafts yet. Make them from the intake.'}
          className="mt-8 py-14"
        />
      ) : (
        <p role="status" className="waiting mt-8 text-quiet">
          Loading...
        </p>
      )}
    </>
  );
}

function Loaded({ intake, drafts }: { intake: number; drafts: IntakeDrafts }) {
  const queryClient = useQueryClient();
  const [table] = useState(() =>
    makeDraftTable(drafts, {
      save: saveSpecimen,
      onSaved: () => {
        void invalidateLists(queryClient);
        void queryClient.invalidateQueries({ queryKey: intakeQuery(intake).queryKey });
      },
    }),
  );
  useEffect(() => {
    window.addEventListener('online', table.retry);
    return () => {
      window.removeEventListener('online', table.retry);
      table.stop();
    };
  }, [table]);
  return (
    <>
      <DraftTableView intake={intake} table={table} />
      <LeaveGuard when={table.hasUnsaved}>{UNSAVED}</LeaveGuard>
    </>
  );
}

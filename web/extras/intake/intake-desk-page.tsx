import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IntakeView } from '#web/extras/intake/intake-view.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { ACCEPTED, ACCEPTED_LABEL, MAX_SIZE_LABEL, refusalOf } from '#web/features/catalogue/editing/pictures/file-rules.ts';
import { wholeNumber } from '#web/lib/whole-number.ts';
import { ToManage } from '#web/routes/admin/back-links.tsx';

const intakeRoute = getRouteApi('/frame/intake');

/** Photographs of labels and stones become drafts. */
export default function IntakePage() {
  const { api } = intakeRoute.useRouteContext();
  const search: Record<string, unknown> = intakeRoute.useSearch();
  const navigate = intakeRoute.useNavigate();
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  return (
    <>
      <ToManage />
      <h1 className="mt-2 page-title">Intake</h1>
      <IntakeView
        id={wholeNumber(search.intake, 9)}
        timeZone={timeZone}
        accept={ACCEPTED}
        acceptLabel={`${ACCEPTED_LABEL}, ${MAX_SIZE_LABEL}`}
        refusalOf={refusalOf}
        onChoose={(id) => void navigate({ to: '/intake', search: id === undefined ? {} : { intake: id }, replace: true })}
      />
    </>
  );
}

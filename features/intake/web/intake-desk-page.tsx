import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import {
  ACCEPTED,
  ACCEPTED_LABEL,
  MAX_SIZE_LABEL,
  refusalOf,
} from '#core/web/catalogue/editing/pictures/file-rules.ts';
import { ToManage } from '#core/web/routes/admin/back-links.tsx';
import { IntakeView } from '#features/intake/web/intake-view.tsx';
import { wholeNumber } from '#ui/lib/whole-number.ts';

const intakeRoute = getRouteApi('/frame/intake');

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
        onChoose={(id) =>
          void navigate({
            to: '/intake',
            search: id === undefined ? {} : { intake: id },
            replace: true,
          })
        }
      />
    </>
  );
}

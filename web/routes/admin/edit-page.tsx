import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { parseSpecimenParam } from '#contract/catalogue/specimen-urls.ts';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import { SELL_BY_HAND } from '#contract/selling/hand-made.ts';
import type { EditRow } from '#web/desk-extra.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { SpecimenCollections } from '#web/features/catalogue/collections/managing/specimen-collections.tsx';
import { COPY_HINT, COPY_LABEL } from '#web/features/catalogue/editing/drafts/restored.ts';
import { EditForm } from '#web/features/catalogue/editing/form/edit-form.tsx';
import { specimenToEdit } from '#web/features/catalogue/editing/saving/editing-queries.ts';
import { SaleElsewhere } from '#web/features/selling/orders/sale-elsewhere.tsx';
import { Parts, useEditRow } from '#web/on-desk.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ToManage } from './back-links.tsx';

const editRoute = getRouteApi('/frame/edit/$id');

/** Edits a specimen. */
export default function EditPage() {
  const { id: param } = editRoute.useParams();
  const id = parseSpecimenParam(param);
  const row = useEditRow(editRoute.useSearch(), id ?? 0);
  return (
    <>
      {row?.back ?? <ToManage />}
      {id === null ? (
        <>
          <Head />
          <Failure />
        </>
      ) : (
        <Loaded key={id} id={id} row={row} />
      )}
    </>
  );
}

/** The heading, with what else can be done with the specimen. */
const Head = ({ children }: { children?: ReactNode }) => (
  <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
    <h1 className="page-title">Edit Specimen</h1>
    <div className="flex flex-wrap gap-3">{children}</div>
  </div>
);

function Loaded({ id, row }: { id: number; row: EditRow | null }) {
  const navigate = useNavigate();
  const [isSelling, setSelling] = useState(false);
  const { api } = editRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data, error, isFetching } = useQuery(specimenToEdit(id));
  // The form keeps its initial data: after a login in between it is fetched again, and what was typed must stay.
  const [first, setFirst] = useState<SpecimenDetail | null>(null);
  if (data && !isFetching && first === null) setFirst(data);
  return (
    <>
      <Head>
        {first && first.status !== 'sold' && (
          <Button look="outline" onClick={() => setSelling(true)}>
            {SELL_BY_HAND}
          </Button>
        )}
        {first && (
          <>
            <Link to="/upload" search={{ copy: id }} title={COPY_HINT} className={buttonClass('outline')}>
              {COPY_LABEL}
            </Link>
            <Parts at="editLinks" id={id} />
          </>
        )}
      </Head>
      {first ? (
        <>
          {row?.head}
          <EditForm specimen={first} next={row?.next} before={row?.before} />
          <div className="lg:pl-84 xl:pl-100">
            <SpecimenCollections specimenId={id} />
            <Parts at="edit" specimenId={id} timeZone={settings.general.timeZone} />
          </div>
        </>
      ) : error && !isFetching ? (
        <Failure />
      ) : (
        <p role="status" className="waiting mt-8 text-quiet">
          Loading specimen data...
        </p>
      )}
      {first && isSelling && (
        <SaleElsewhere
          specimen={first}
          onClose={() => setSelling(false)}
          // The form is out of date then.
          onDone={(order) => void navigate({ to: '/orders', search: { order: order.id } })}
        />
      )}
    </>
  );
}

const Failure = () => (
  <Notice isAlert text="Failed to load specimen data. The specimen might not exist." className="mt-8 py-14">
    <Link to="/manage" className={buttonClass('outline')}>
      Go Back to Manage
    </Link>
  </Notice>
);

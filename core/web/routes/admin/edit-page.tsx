import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { SpecimenCollections } from '#core/web/catalogue/collections/managing/specimen-collections.tsx';
import { COPY_HINT, COPY_LABEL } from '#core/web/catalogue/editing/drafts/restored.ts';
import { EditForm } from '#core/web/catalogue/editing/form/edit-form.tsx';
import { specimenToEdit } from '#core/web/catalogue/editing/saving/editing-queries.ts';
import type { EditRow } from '#core/web/desk-feature.ts';
import { Parts, useEditRow } from '#core/web/on-desk.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Rail } from '#ui/rail.tsx';
import { ToManage } from './back-links.tsx';

const editRoute = getRouteApi('/frame/edit/$id');

export default function EditPage() {
  const { id: param } = editRoute.useParams();
  const id = parseSpecimenParam(param);
  const row = useEditRow(editRoute.useSearch(), id ?? 0);
  return (
    <>
      {id === null ? (
        <>
          <Head row={row} />
          <Failure />
        </>
      ) : (
        <Loaded key={id} id={id} row={row} />
      )}
    </>
  );
}

const Head = ({ row, children }: { row: EditRow | null; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 max-sm:text-sm sm:gap-x-8">
    <h1 className="page-title mr-auto max-sm:text-xl">Edit Specimen</h1>
    {row?.back ?? <ToManage />}
    {children && (
      <Rail
        label="More"
        endsRow
        panel="order-1 flex basis-full flex-wrap gap-3 xl:order-none xl:basis-auto"
      >
        {() => children}
      </Rail>
    )}
  </div>
);

function Loaded({ id, row }: { id: number; row: EditRow | null }) {
  const { api } = editRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data, error, isFetching } = useQuery(specimenToEdit(id));
  // The form keeps its initial data: a login in between fetches it again, and what was typed must
  // stay.
  const [first, setFirst] = useState<SpecimenDetail | null>(null);
  if (data && !isFetching && first === null) setFirst(data);
  return (
    <>
      <Head row={row}>
        {first && (
          <>
            <Parts at="editActions" specimen={first} />
            <Link
              to="/upload"
              search={{ copy: id }}
              title={COPY_HINT}
              className={buttonClass('outline')}
            >
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
    </>
  );
}

const Failure = () => (
  <Notice
    isAlert
    text="Failed to load specimen data. The specimen might not exist."
    className="mt-8 py-14"
  >
    <Link to="/manage" className={buttonClass('outline')}>
      Go Back to Manage
    </Link>
  </Notice>
);

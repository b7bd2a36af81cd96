import { getRouteApi, Link } from '@tanstack/react-router';
import { ToManage } from '#core/web/routes/admin/back-links.tsx';
import { buttonClass } from '#ui/button.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { NewSpecies } from './new-species.tsx';
import { SpeciesEditor } from './species-editor.tsx';
import { SpeciesList } from './species-list.tsx';

const speciesRoute = getRouteApi('/frame/manage/species');

const textIn = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The URL names a row for editing by its slug, or `new` with a name. */
export default function SpeciesPage() {
  const search = speciesRoute.useSearch() as { edit?: unknown; name?: unknown; search?: unknown };
  const navigate = speciesRoute.useNavigate();
  const edited = textIn(search.edit);
  if (edited !== '') {
    return (
      <>
        <Link to="/manage/species" className="back-link">
          <ArrowLeftIcon /> Back to Species
        </Link>
        {edited === 'new' ? (
          <NewSpecies begin={textIn(search.name)} />
        ) : (
          <SpeciesEditor key={edited} slug={edited} />
        )}
      </>
    );
  }
  return (
    <>
      <ToManage />
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <h1 className="page-title">Species</h1>
        <Link to="/manage/species" search={{ edit: 'new' }} className={buttonClass()}>
          Add a Species
        </Link>
      </div>
      <p className="mt-3 max-w-prose text-quiet">
        Labels, search and care notes use this table. Your corrections and additions stay when Druse
        is updated.
      </p>
      <SpeciesList
        term={textIn(search.search)}
        onSearch={(term) =>
          void navigate({
            search: (term === '' ? {} : { search: term }) as never,
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import { parseShelf } from '#features/shelf/contract/shelf-url.ts';
import { shelfLink } from '#features/shelf/web/shelf-link.ts';
import { noteShelf, withShelf } from '#features/shelf/web/shelf-memory.ts';
import { shelfQuery } from '#features/shelf/web/shelf-queries.ts';
import { ShelfScreen } from '#features/shelf/web/shelf-screen.tsx';

/** For the server's page; in the browser the screen asks. */
export const loader = ({
  context: { queryClient, api },
  location: { search },
}: {
  context: RouterContext;
  location: { search: object };
}) => queryClient.ensureQueryData(shelfQuery(api, parseShelf(listIn(search)).ids)).then(() => null);

const listIn = (search: object) => ('pieces' in search ? String(search.pieces) : '');

/** A link with `#add` adds its pieces to this visit's shelf. */
export default function ShelfPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const search = parseShelf(listIn(useSearch({ strict: false })));
  const { data: shelf } = useSuspenseQuery(shelfQuery(api, search.ids));
  const [refused, setRefused] = useState<{ title: string; list: string } | null>(null);
  const list = specimenList(search.ids);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    if (location.hash !== '#add') return noteShelf(search.ids);
    const { ids, refused: id } = withShelf(search.ids);
    const piece = shelf.pieces.find((one) => one.id === id);
    setRefused(piece ? { title: piece.title, list: specimenList(ids) } : null);
    noteShelf(ids);
    void navigate({ ...shelfLink(ids), hash: '' });
  }, [list]);

  return (
    <ShelfScreen
      search={search}
      shelf={shelf}
      refused={refused?.list === list ? refused.title : null}
    />
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { specimenList } from '#contract/catalogue/specimen-lists.ts';
import { parseShelf } from '#contract/extras/shelf/shelf-url.ts';
import { shelfLink } from '#web/extras/shelf/shelf-link.ts';
import { noteShelf, withShelf } from '#web/extras/shelf/shelf-memory.ts';
import { shelfQuery } from '#web/extras/shelf/shelf-queries.ts';
import { ShelfScreen } from '#web/extras/shelf/shelf-screen.tsx';
import type { RouterContext } from '#web/router-context.ts';

/** For the server's page; in the browser the screen asks. */
export const loader = ({ context: { queryClient, api }, location: { search } }: { context: RouterContext; location: { search: object } }) =>
  queryClient.ensureQueryData(shelfQuery(api, parseShelf(listIn(search)).ids)).then(() => null);

const listIn = (search: object) => ('pieces' in search ? String(search.pieces) : '');

/** Pieces beside each other. A link from a card or a label ends with `#add`: what it names comes to what this visit has on its shelf. */
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

  return <ShelfScreen search={search} shelf={shelf} refused={refused?.list === list ? refused.title : null} />;
}

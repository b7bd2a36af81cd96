import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toastError } from '#ui/error-toast.ts';
import { Switch } from '#ui/switch.tsx';
import { specimenCollectionsQuery, useContained } from './managing-queries.ts';

type Props = { specimenId: number };

/** Saves at once. */
export function SpecimenCollections({ specimenId }: Props) {
  const { data: collections = [] } = useQuery(specimenCollectionsQuery(specimenId));
  const contained = useContained(specimenId);
  const changing = contained.isPending ? contained.variables : null;
  return (
    <section aria-labelledby="collections" className="mt-12 border-t border-line pt-6">
      <h2 id="collections" className="text-2xl">
        Collections
      </h2>
      <p className="mt-1 max-w-prose text-sm text-quiet">
        Hand-picked collections; the others follow their rules. Changes save automatically.{' '}
        <Link to="/manage/collections" className="underline underline-offset-4 hover:text-accent">
          Manage collections
        </Link>
      </p>
      {collections.length > 0 && (
        <ul className="mt-3 grid gap-x-8 sm:grid-cols-2">
          {collections.map(({ id, name, contains }) => (
            <li key={id} className="border-b border-line py-1">
              <Switch
                label={name}
                checked={changing?.id === id ? changing.contains : contains}
                onChange={(isIn) =>
                  contained.mutate(
                    { id, contains: isIn },
                    { onError: (problem) => toastError(problem) },
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

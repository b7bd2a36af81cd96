import { useQuery } from '@tanstack/react-query';
import { ArrowDownIcon } from '#ui/icons.tsx';
import { isLoggedOut } from '#ui/lib/refusals.ts';
import { useFocusIfLost } from '#ui/use-focus-if-lost.ts';
import { restoreQuery } from './copies-queries.ts';
import { Restored, RestoreForm, RestoreProgress } from './restore-form.tsx';

export default function BeginWithCopy() {
  const { data, error } = useQuery(restoreQuery);
  const summary = useFocusIfLost<HTMLElement>(String(data?.isRunning ?? false));
  // Its sessions went with what the shop had before.
  if (data?.isRunning && isLoggedOut(error)) return <Restored />;
  if (!data || (data.contents.length > 0 && data.problem === null)) return null;
  return (
    <details
      open={data.isRunning || data.problem !== null}
      className="group mt-12 border-t border-line py-4"
    >
      <summary
        ref={summary}
        className="flex min-h-11 cursor-pointer list-none items-center gap-x-4 [&::-webkit-details-marker]:hidden"
      >
        <h2 className="flex-1 text-2xl">Begin with a copy</h2>
        <ArrowDownIcon className="size-4 text-quiet transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <p className="mt-1 mb-6 max-w-2xl text-quiet">
        Moving here from another machine? A backup or a nightly copy brings back everything: pieces,
        orders, settings and your login. What you set up here so far is replaced.
      </p>
      {data.isRunning && <RestoreProgress progress={data.progress} />}
      {/* It keeps what was typed for another try. */}
      <div hidden={data.isRunning}>
        <RestoreForm
          problem={data.problem}
          contents={data.contents}
          name="Copy to begin with"
          button="Begin with this copy"
        />
      </div>
    </details>
  );
}

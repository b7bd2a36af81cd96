import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HTTPS_NEEDED } from '#core/contract/admin/setting-checks.ts';
import type { SecondWay } from '#features/health/contract/second-way.ts';
import {
  MAX_WAY_URL,
  type SecondWayKind,
  secondWayKinds,
  secondWayTable,
} from '#features/health/contract/second-way-rules.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { LearnMore } from '#ui/learn-more.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { SaveOrTest, useIntent } from '#ui/save-or-test.tsx';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { saveSecondWay, secondWayQuery, testSecondWay } from './second-way-queries.ts';

export function SecondWayPanel() {
  const { data } = useQuery(secondWayQuery);
  return (
    <section aria-labelledby="alerts-heading" className="max-w-2xl">
      <h2 id="alerts-heading" className="text-2xl">
        When something is wrong
      </h2>
      <p className="mt-2 text-quiet">
        Today shows it, and we email you if it lasts and again when it’s over. If email itself is
        broken, we alert you the way you choose here.
      </p>
      <LearnMore>
        <p>
          It could be a full disk, a database that’s down or a certificate about to expire. Alerts
          contain no buyer data.
        </p>
      </LearnMore>
      {data && <SecondWayForm key={data.way?.kind ?? 'none'} way={data.way} />}
    </section>
  );
}

function SecondWayForm({ way }: { way: SecondWay }) {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<SecondWayKind | null>(way?.kind ?? null);
  const [isTouched, setTouched] = useState(false);
  const intent = useIntent();
  const { errors, problem, isBusy, onSubmit } = useSubmit({
    names: ['url'],
    check: ({ url }) => ({
      url: kind !== null && !/^https:\/\/./.test(url.trim()) ? HTTPS_NEEDED : undefined,
    }),
    send: async ({ url }) => {
      const typed = kind === null ? null : { kind, url: url.trim() };
      if (typed && intent.current === 'test') {
        await testSecondWay(typed);
        return toast({ title: 'Test sent', description: 'It should arrive within a minute.' });
      }
      const saved = await saveSecondWay(typed);
      setTouched(false);
      queryClient.setQueryData(secondWayQuery.queryKey, saved);
      toast({
        title: 'Second way saved',
        description: typed
          ? 'It’s used when email is broken.'
          : 'You’re alerted by email and in Today only.',
      });
    },
    explain: (error) => (isCancelled(error) || isLoggedOut(error) ? undefined : reasonOf(error)),
  });
  return (
    <form
      onSubmit={onSubmit}
      onChange={() => setTouched(true)}
      noValidate
      aria-label="Second way"
      className="space-y-6"
    >
      <SelectField
        label="If email is broken, tell me by"
        value={kind ?? ''}
        hint={kind === null ? undefined : secondWayTable[kind].hint}
        onChange={({ target }) =>
          setKind(secondWayKinds.find((name) => name === target.value) ?? null)
        }
      >
        <option value="">Nothing else</option>
        {secondWayKinds.map((name) => (
          <option key={name} value={name}>
            {secondWayTable[name].label}
          </option>
        ))}
      </SelectField>
      {kind !== null && (
        <TextField
          label="Address"
          name="url"
          type="url"
          required
          maxLength={MAX_WAY_URL}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="https://"
          defaultValue={way?.kind === kind ? way.url : ''}
          error={errors.url}
        />
      )}
      <SaveOrTest
        intent={intent}
        isBusy={isBusy}
        save="Save"
        test={kind === null ? null : 'Send a test'}
        problem={problem}
      />
      <LeaveGuard when={() => isTouched}>Your choice isn’t saved yet.</LeaveGuard>
    </form>
  );
}

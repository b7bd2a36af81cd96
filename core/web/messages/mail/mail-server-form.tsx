import { useState } from 'react';
import { DEFAULT_EMAIL } from '#core/contract/admin/setting-checks.ts';
import type { MailServer, NewMailServer } from '#core/contract/messages/mail-server.ts';
import {
  checkMailServer,
  mailServerLimits as limits,
  type MailProvider,
  mailProviderNames,
  mailProviders,
  mailSecurities,
  providerOf,
  securityTable,
} from '#core/contract/messages/mail-server-rules.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { problemIn } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { SaveOrTest, useIntent } from '#ui/save-or-test.tsx';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { saveMailServer } from './mail-server-queries.ts';
import { TestResult, testLabel, useMailTest } from './test-result.tsx';

type Props = { server: MailServer; onSaved: (server: MailServer) => void };

type OwnServer = Pick<NewMailServer, 'host' | 'port' | 'security'>;
const serverOf = ({ host, port, security }: NewMailServer): OwnServer => ({ host, port, security });

/** Begins with the provider that most have. */
const blank = (sender: string): NewMailServer => ({
  provider: 'gmail',
  ...mailProviders.gmail.server,
  user: sender,
  password: '',
  sender,
});

export function MailServerForm({ server, onSaved }: Props) {
  const [draft, setDraft] = useState<NewMailServer>(() =>
    server.saved
      ? { ...server.saved, password: '' }
      : blank(server.sender === DEFAULT_EMAIL ? '' : server.sender),
  );
  /** Kept while another provider is selected. */
  const [own, setOwn] = useState<OwnServer>({
    host: '',
    port: securityTable.tls.port,
    security: 'tls',
  });
  const [isTouched, setTouched] = useState(false);
  const test = useMailTest();
  const intent = useIntent();
  const isStored = server.saved?.user === draft.user && server.saved.host === draft.host;

  const change = (fields: Partial<NewMailServer>) => {
    setDraft({ ...draft, ...fields });
    setTouched(true);
    test.clear();
  };
  const choose = (provider: MailProvider) => {
    if (draft.provider === 'other') setOwn(serverOf(draft));
    change({ provider, ...(providerOf(provider).server ?? own) });
  };

  const { errors, problem, isBusy, onSubmit } = useSubmit<string>({
    check: () => checkMailServer(draft, draft.password),
    send: async () => {
      if (intent.current === 'test') return test.run(draft);
      const saved = await saveMailServer(draft);
      setDraft({ ...draft, password: '' });
      setTouched(false);
      onSaved(saved);
      toast({ title: 'Mail server saved', description: 'Emails go out through it from now on.' });
    },
    explain: (error) => {
      if (isCancelled(error) || isLoggedOut(error)) return undefined;
      const issues = problemIn(error, 'invalid_input')?.issues;
      return issues
        ? Object.fromEntries(
            issues.map(({ path, message }) => [path.replace(/^server\./, ''), message]),
          )
        : reasonOf(error);
    },
  });

  const text = (name: 'host' | 'user' | 'password' | 'sender') => ({
    name,
    value: draft[name],
    error: errors[name],
    maxLength: limits[name],
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: name === 'password' ? target.value : target.value.trim() }),
  });

  return (
    <form onSubmit={onSubmit} noValidate aria-label="Mail server" className="space-y-6">
      <SelectField
        label="Email provider"
        value={draft.provider}
        hint={providerOf(draft.provider).hint}
        onChange={({ target }) =>
          choose(mailProviderNames.find((name) => name === target.value) ?? 'other')
        }
      >
        {mailProviderNames.map((name) => (
          <option key={name} value={name}>
            {providerOf(name).label}
          </option>
        ))}
      </SelectField>
      {draft.provider === 'other' && (
        <div className="grid gap-6 sm:grid-cols-[1fr_7rem]">
          <TextField
            label="Server"
            required
            placeholder="smtp.example.com"
            autoComplete="off"
            {...text('host')}
          />
          <TextField
            label="Port"
            required
            inputMode="numeric"
            maxLength={5}
            value={Number.isNaN(draft.port) ? '' : String(draft.port)}
            error={errors.port}
            onChange={({ target }) => change({ port: Number.parseInt(target.value, 10) })}
          />
          <div className="sm:col-span-2">
            <SelectField
              label="Encryption"
              value={draft.security}
              onChange={({ target }) => {
                const security = mailSecurities.find((name) => name === target.value) ?? 'tls';
                change({ security, port: securityTable[security].port });
              }}
            >
              {mailSecurities.map((name) => (
                <option key={name} value={name}>
                  {securityTable[name].label}
                </option>
              ))}
            </SelectField>
          </div>
        </div>
      )}
      <TextField
        label="User name"
        autoComplete="off"
        hint="Usually the email address of the mailbox."
        {...text('user')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={
          isStored
            ? 'Stored. Leave it blank to keep it.'
            : 'Stored encrypted. No backup contains it.'
        }
        {...text('password')}
      />
      <TextField
        label="Sender’s address"
        required
        type="email"
        autoComplete="off"
        hint="Emails come from here, usually the mailbox’s own address. Replies still go to your contact email."
        {...text('sender')}
      />
      <TestResult test={test} />
      <SaveOrTest
        intent={intent}
        isBusy={isBusy}
        save="Save Mail Server"
        test={testLabel(test)}
        problem={problem}
      />
      <LeaveGuard when={() => isTouched}>Your mail server isn’t saved yet.</LeaveGuard>
    </form>
  );
}

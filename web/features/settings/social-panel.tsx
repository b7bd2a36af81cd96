import { type FormEvent, useState } from 'react';
import type { Setting } from '#contract/settings.ts';
import { socialPlatforms } from '#contract/words.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.ts';
import { type SettingForm, SettingSection } from './setting-form.tsx';
import { checkSetting } from './setting-messages.ts';

type Links = Setting<'social_links'>;

const names = { instagram: 'Instagram', facebook: 'Facebook', twitter: 'Twitter', email: 'Email', warpcast: 'Warpcast' };

export function SocialPanel() {
  return (
    <SettingSection name="social_links" showsSaving={false}>
      {(form) => <SocialForm form={form} />}
    </SettingSection>
  );
}

/** The five platforms, saved by the button. */
function SocialForm({ form }: { form: SettingForm<'social_links'> }) {
  const [links, setLinks] = useState<Links>(() => complete(form.value));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isTouched, setTouched] = useState(false);
  const edit = (platform: string, change: Partial<Links[number]>) => {
    setTouched(true);
    setLinks(links.map((link) => (link.platform === platform ? { ...link, ...change } : link)));
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = checkSetting('social_links', links);
    setErrors(found);
    const firstWrong = Object.keys(found)[0];
    if (firstWrong) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus();
      return;
    }
    setTouched(false);
    toast({ title: 'Saving Social Links', description: 'Your social links are being saved.' });
    form.set(
      links.map((link) => ({ ...link, url: link.url.trim() })),
      { atOnce: true },
    );
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Social links">
      <p className="mb-6 text-quiet">Icons in the footer. A link without an address is not shown.</p>
      <div className="divide-y divide-line border-t border-line">
        {links.map(({ platform, url, enabled }) => (
          <div key={platform} className="py-5">
            <TextField
              label={names[platform]}
              name={platform}
              inputMode={platform === 'email' ? 'email' : 'url'}
              autoCapitalize="none"
              placeholder={platform === 'email' ? 'you@example.com' : 'https://'}
              hint={platform === 'email' ? 'An address, or a mailto link.' : undefined}
              maxLength={2_000}
              value={url}
              error={errors[platform]}
              onChange={({ target }) => edit(platform, { url: target.value })}
            />
            <div className="mt-2">
              <Switch label="Shown" of={names[platform]} checked={enabled} onChange={(checked) => edit(platform, { enabled: checked })} />
            </div>
          </div>
        ))}
      </div>
      <SaveBar>
        <Button type="submit" disabled={form.saving === 'saving'}>
          {form.saving === 'saving' ? 'Saving...' : 'Save Social Links'}
        </Button>
      </SaveBar>
      <LeaveGuard when={() => isTouched}>The social links are not saved yet.</LeaveGuard>
    </form>
  );
}

/** Every platform in its order, also where the stored list lacks one. */
const complete = (links: Links): Links =>
  socialPlatforms.map(
    (platform) => links.find((link) => link.platform === platform) ?? { platform, url: '', icon: platform, enabled: false },
  );

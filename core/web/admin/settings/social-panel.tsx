import {
  type SocialPlatform,
  settingLimits,
  socialPlatforms,
} from '#core/contract/admin/setting-checks.ts';
import { settingRules } from '#core/contract/admin/setting-rules.ts';
import type { Setting } from '#core/contract/admin/settings.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import { NotSaved, type SettingForm, SettingSection } from './setting-form.tsx';
import { useDraft } from './use-draft.ts';

type Links = Setting<'social_links'>;

const labels: Record<SocialPlatform, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'Twitter',
  email: 'Email',
  warpcast: 'Warpcast',
};

export function SocialPanel() {
  return (
    <SettingSection name="social_links" showsSaving={false}>
      {(form) => <SocialForm key={form.merges} form={form} />}
    </SettingSection>
  );
}

function SocialForm({ form }: { form: SettingForm<'social_links'> }) {
  const {
    draft: links,
    errors,
    isTouched,
    edit,
    submit,
  } = useDraft(
    () => complete(form.value),
    (typed) => settingRules.social_links(typed),
    (typed) => {
      toast({ title: 'Saving Social Links', description: 'Your social links are being saved.' });
      form.set(
        typed.map((link) => ({ ...link, url: link.url.trim() })),
        { atOnce: true },
      );
    },
  );
  const change = (index: number, fields: Partial<Links[number]>) =>
    edit(links.map((link, at) => (at === index ? { ...link, ...fields } : link)));

  return (
    <form onSubmit={submit} noValidate aria-label="Social links">
      <p className="mb-6 text-quiet">Icons in the footer. Links without an address aren’t shown.</p>
      <div className="divide-y divide-line border-t border-line">
        {links.map(({ platform, url, enabled }, index) => (
          <div key={platform} className="py-5">
            <TextField
              label={labels[platform]}
              name={`${index}.url`}
              inputMode={platform === 'email' ? 'email' : 'url'}
              autoCapitalize="none"
              placeholder={platform === 'email' ? 'you@example.com' : 'https://'}
              hint={platform === 'email' ? 'An address, or a mailto link.' : undefined}
              maxLength={settingLimits.link}
              value={url}
              error={errors[`${index}.url`]}
              // Who enters an address wants it shown.
              onChange={({ target }) =>
                change(index, {
                  url: target.value,
                  enabled: enabled || (url === '' && target.value !== ''),
                })
              }
            />
            <div className="mt-2">
              <Switch
                label="Shown"
                of={labels[platform]}
                checked={enabled}
                onChange={(checked) => change(index, { enabled: checked })}
              />
            </div>
          </div>
        ))}
      </div>
      <SaveBar className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" disabled={form.saving === 'saving'}>
          {form.saving === 'saving' ? 'Saving...' : 'Save Social Links'}
        </Button>
        {form.saving === 'unsaved' && <NotSaved />}
      </SaveBar>
      <LeaveGuard when={() => isTouched || form.saving === 'calledOff'}>
        Your social links aren’t saved yet.
      </LeaveGuard>
    </form>
  );
}

/** In the order of the platforms, with those that the stored list lacks. */
const complete = (links: Links): Links =>
  socialPlatforms.map(
    (platform) =>
      links.find((link) => link.platform === platform) ?? {
        platform,
        url: '',
        icon: platform,
        enabled: false,
      },
  );

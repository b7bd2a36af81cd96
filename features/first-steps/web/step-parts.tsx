import { type ComponentType, type ReactNode, useState } from 'react';
import type { Setting, Settings } from '#core/contract/admin/settings.ts';
import { LegalPanel } from '#core/web/admin/settings/footer-panel.tsx';
import { SettingFields } from '#core/web/admin/settings/setting-fields.tsx';
import { ShippingPanel } from '#core/web/admin/settings/shipping-panel.tsx';
import { VenmoPanel } from '#core/web/admin/settings/venmo-panel.tsx';
import { MailServerPanel } from '#core/web/messages/mail/mail-server-panel.tsx';
import { PaymentInstructions } from '#core/web/selling/checkout/payment-instructions.tsx';
import type { FirstStepName } from '#features/first-steps/contract/first-step-rules.ts';
import type { FirstSteps } from '#features/first-steps/contract/first-steps.ts';
import { PiecesStep } from './pieces-step.tsx';
import { MailLook, NameSeen, ShippingSeen } from './seen.tsx';

type Props = { shop: FirstSteps; settings: Settings };

type BesideProps = {
  title?: string;
  seen: ReactNode;
  children: ReactNode;
  /** Forms that hardly change what visitors see: on a phone they come after it. */
  more?: ReactNode;
};

const Beside = ({ title = 'What visitors see', seen, children, more }: BesideProps) => (
  <div className="mt-8 grid gap-x-10 gap-y-10 md:grid-cols-2 xl:grid-cols-[34rem_minmax(0,1fr)] xl:gap-x-20">
    <div className="min-w-0">{children}</div>
    <section aria-labelledby="seen" className={`min-w-0 ${more ? 'md:row-span-2' : ''}`}>
      <div className="sticky top-[calc(var(--header-height)+1.5rem)]">
        <h2 id="seen" className="mb-3 font-sans text-fine text-quiet">
          {title}
        </h2>
        {seen}
      </div>
    </section>
    {more && <div className="min-w-0">{more}</div>}
  </div>
);

function PaymentStep({ settings: { venmo_settings, general } }: Props) {
  const [typed, setTyped] = useState<Setting<'venmo_settings'> | null>(null);
  return (
    <Beside
      seen={<PaymentInstructions venmo={typed ?? venmo_settings} email={general.contactEmail} />}
    >
      <VenmoPanel onTyped={setTyped} />
    </Beside>
  );
}

export const stepParts: Record<FirstStepName, ComponentType<Props>> = {
  name: ({ settings }) => (
    <Beside seen={<NameSeen settings={settings} />}>
      <SettingFields
        name="general"
        only={['siteTitle', 'siteTagline', 'siteDescription', 'logo']}
      />
    </Beside>
  ),
  payment: PaymentStep,
  shipping: ({ settings }) => (
    <Beside seen={<ShippingSeen settings={settings} />} more={<LegalPanel />}>
      <ShippingPanel />
    </Beside>
  ),
  email: ({ settings }) => (
    <Beside title="What buyers get" seen={<MailLook settings={settings} />}>
      <SettingFields name="general" only={['contactEmail']} />
      <div className="mt-10 border-t border-line pt-8">
        <MailServerPanel />
      </div>
    </Beside>
  ),
  pieces: PiecesStep,
};

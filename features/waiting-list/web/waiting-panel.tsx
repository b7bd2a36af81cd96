import { SettingPart } from '#core/web/admin/settings/setting-fields.tsx';

const WaitingPanel = () => (
  <SettingPart
    name="orders"
    part="waiting"
    title="Waiting lists"
    text="Buyers can join the waiting list for a piece that’s on hold. This is how long the first person in line has to buy. 0 turns waiting lists off. Needs a mail server."
  />
);

export default WaitingPanel;

import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { words } from '../../words/index.ts';
import { LimitsCard } from './limits-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import { namesOf, type SettingName, settingText } from './settings.ts';
import { UpcomingTexts } from './upcoming-texts.tsx';
import { settingsWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './settings-page.module.css';
import * as pairsCss from '../../parts/texts/pairs.module.css';

export function SettingsPage() {
  return (
    <Permitted operations={['getSettings', 'getEnvironment']}>
      <Settings />
    </Permitted>
  );
}

function Settings() {
  const settings = useOperation('getSettings', {});
  const environment = useOperation('getEnvironment', {});
  return (
    <main className={css.main} id="content">
      <PageHead
        title={settingsWords.title}
        about={settingsWords.about}
        acts={<CodeButton operation="getSettings" args={{}} />}
      />
      <div className={css.grid2}>
        <div>
          <ReadCard read={settings}>{(record) => <BothOwners record={record} />}</ReadCard>
        </div>
        <div>
          <ReadCard read={environment}>
            {(record) => (
              <>
                <EnvironmentCard environment={record} />
                <LimitsCard limits={record.limits} />
              </>
            )}
          </ReadCard>
        </div>
      </div>
    </main>
  );
}

function BothOwners({ record }: { readonly record: Schemas['SettingsRecord'] }) {
  const { settings, upcoming } = record;
  const { yours, yoursAbout, operators, operatorsAbout } = settingsWords;
  const { permissions } = useSession();
  return (
    <>
      {missingPermission(['updateSettings'], permissions) === null ? (
        <SettingsForm record={record} />
      ) : (
        <SettingsCard
          title={yours}
          about={yoursAbout}
          names={namesOf(record, 'TENANT')}
          settings={settings}
          upcoming={upcoming}
        />
      )}
      <SettingsCard
        title={operators}
        about={operatorsAbout}
        names={namesOf(record, 'OPERATOR')}
        settings={settings}
        upcoming={upcoming}
      />
    </>
  );
}

interface SettingsCardProps {
  readonly title: string;
  readonly about: string;
  readonly names: readonly SettingName[];
  readonly settings: Schemas['Settings'];
  readonly upcoming: Schemas['SettingsRecord']['upcoming'];
}

function SettingsCard({ title, about, names, settings, upcoming }: SettingsCardProps) {
  if (names.length === 0) return null;
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={`${css.small} ${css.faint}`}>{about}</span>
      </header>
      <dl className={own.settings}>
        {names.map((name) => (
          <div key={name}>
            <dt>{settingsWords.names[name]}</dt>
            <dd className={css.num}>
              {settingText(name, settings)}
              <UpcomingTexts name={name} upcoming={upcoming} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function EnvironmentCard({ environment }: { readonly environment: Schemas['EnvironmentRecord'] }) {
  const { tenantId, tenantName, mode, streamTopic } = environment;
  return (
    <section className={css.card} aria-label={settingsWords.environment}>
      <header>
        <h2>{settingsWords.environment}</h2>
      </header>
      <dl className={`${pairsCss.pairs} ${own.environment}`}>
        <div>
          <dt>{settingsWords.tenantName}</dt>
          <dd>
            <Name text={tenantName} />
          </dd>
        </div>
        <div>
          <dt>{settingsWords.tenantId}</dt>
          <dd>
            <Name text={tenantId} className={css.mono} />
            <CopyButton text={tenantId} what={settingsWords.tenantId} />
          </dd>
        </div>
        <div>
          <dt>{settingsWords.mode}</dt>
          <dd>{mode === 'test' ? words.test : words.live}</dd>
        </div>
        <div>
          <dt>{settingsWords.streamTopic}</dt>
          <dd>
            {streamTopic === null ? (
              <span className={css.faint}>{settingsWords.noTopic}</span>
            ) : (
              <>
                <Name text={streamTopic} className={css.mono} />
                <CopyButton text={streamTopic} what={settingsWords.streamTopic} />
              </>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

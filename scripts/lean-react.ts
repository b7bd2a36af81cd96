/**
 * Leaves out of the browser's React what nothing here uses. The bundler cannot: React comes as closed modules in which every feature is
 * reachable, whether a page has it or not, and a tenth of what each visitor would fetch first is for features that no page has.
 *
 * Each name is where React enters a feature; what only the feature calls is then left out by the bundler itself. `tests/bundle.test.ts`
 * fails where a source or a package comes to use one. Building with another version of React fails until it has been read again.
 */
import type { Plugin } from 'vite';

export type Feature = {
  /** Functions that become empty, and assignments (`exports.cache`) that go; `Name.prototype` stands for all its methods. */
  parts: string[];
  /** How a source of ours would use it. */
  use: RegExp;
};

const VERSION = '19.3.1';

export const unusedFeatures: Record<string, Feature> = {
  'view transitions by React (the router asks the browser itself)': {
    use: /\b(ViewTransition|addTransitionType)\b/,
    parts: [
      'startViewTransition',
      'trackEnterViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'commitAppearingPairViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitAfterMutationEffectsOnFiber',
      'measureNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restorePairedViewTransitions',
      'applyViewTransitionToHostInstances',
      'createViewTransitionInstance',
      'ViewTransitionPseudoElement.prototype',
      'exports.ViewTransition',
      'exports.addTransitionType',
    ],
  },
  'refs of fragments': {
    use: /<Fragment\b[^>]*\bref=/,
    parts: [
      'FragmentInstance',
      'FragmentInstance.prototype',
      'isFragmentInstanceParent',
      'isFragmentInstanceHostBoundary',
      'commitNewChildToFragmentInstances',
      'commitFragmentInstanceInsertionEffects',
      'commitFragmentInstanceDeletionEffects',
    ],
  },
  'Activity and SuspenseList': {
    use: /\b(Activity|SuspenseList)\b/,
    parts: [
      'updateActivityComponent',
      'pushDehydratedActivitySuspenseHandler',
      'getActivityInstanceFromFiber',
      'updateSuspenseListComponent',
      'cutOffTailIfNeeded',
      'exports.Activity',
    ],
  },
  'forms whose action is a function': {
    use: /\b(useActionState|useFormState|useFormStatus|useOptimistic|requestFormReset)\b|<(form|button|input)\b[^>]*\b(formAction|action)=\{/,
    parts: [
      'mountActionState',
      'updateActionState',
      'rerenderActionState',
      'extractEvents$1',
      'startHostTransition',
      'exports.useActionState',
      'exports.useOptimistic',
      'exports.useFormState',
      'exports.useFormStatus',
      'exports.requestFormReset',
    ],
  },
  'style sheets and scripts that components bring along': {
    use: /\bprecedence=|<script\b[^>]*\basync\b|\b(preinit|preinitModule|preloadModule|prefetchDNS|preconnect)\(|import \{[^}]*\bpreload\b[^}]*\} from 'react-dom'/,
    parts: [
      'acquireResource',
      'suspendResource',
      'prefetchDNS',
      'preconnect',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
      'exports.prefetchDNS',
      'exports.preconnect',
      'exports.preinit',
      'exports.preinitModule',
      'exports.preload',
      'exports.preloadModule',
    ],
  },
  'custom elements': { use: /<[a-z]+-[a-z]/, parts: ['isCustomElement', 'setPropOnCustomElement'] },
  'React events that no browser has': {
    use: /<(input|textarea)\b[^>]*\bonSelect=|\bonBeforeInput=/,
    parts: ['constructSelectEvent', 'getNativeBeforeInputChars', 'getFallbackBeforeInputChars'],
  },
  'what the React compiler would call': {
    use: /react\/compiler-runtime/,
    parts: ['useMemoCache', 'exports.__COMPILER_RUNTIME', 'exports.unstable_useCacheRefresh'],
  },
  'what only servers, profilers and older pages call': {
    use: /\bimport \{[^}]*\bcache\b[^}]*\} from 'react'|\b(cacheSignal|Profiler|StrictMode|PureComponent|createRoot|findDOMNode|unstable_\w+)\b/,
    parts: [
      'exports.cache',
      'exports.cacheSignal',
      'exports.Profiler',
      'exports.StrictMode',
      'exports.PureComponent',
      'exports.createRoot',
      'exports.unstable_batchedUpdates',
      'exports.unstable_forceFrameRate',
      'exports.unstable_next',
      'exports.unstable_runWithPriority',
      'exports.unstable_wrapCallback',
      'ReactDOMSharedInternals.findDOMNode',
      'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration',
    ],
  },
  'the names of components around an error': { use: /\b(componentStack|captureOwnerStack)\b/, parts: ['getStackByFiberInDevAndProd'] },
};

export function leanReact(): Plugin {
  const parts = Object.values(unusedFeatures).flatMap((feature) => feature.parts);
  const found = new Set<string>();
  return {
    name: 'lean-react',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /node_modules\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
      handler(code, id) {
        if (/react-dom-client/.test(id) && !code.includes(`exports.version = "${VERSION}"`)) this.error(`React is no longer ${VERSION}`);
        let lean = code;
        for (const statement of this.parse(code).body.toReversed()) {
          const { start, end } = statement;
          if (statement.type === 'FunctionDeclaration') {
            const { id: name, body } = statement;
            if (!name || !body || !parts.includes(name.name)) continue;
            found.add(name.name);
            lean = `${lean.slice(0, body.start)}{}${lean.slice(body.end)}`;
          } else if (statement.type === 'ExpressionStatement') {
            const target = /^[\w.]+(?= =)/.exec(code.slice(start, end))?.[0] ?? '';
            const part = parts.find((name) => target === name || (name.endsWith('.prototype') && target.startsWith(`${name}.`)));
            if (!part) continue;
            found.add(part);
            lean = lean.slice(0, start) + lean.slice(end);
          }
        }
        return { code: lean, map: null };
      },
    },
    buildEnd(error) {
      const missing = parts.filter((part) => !found.has(part));
      if (!error && missing.length > 0) this.error(`React has no ${missing.join(', ')}`);
    },
  };
}

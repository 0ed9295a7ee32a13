import eslint from '@eslint/js';
import comments from '@eslint-community/eslint-plugin-eslint-comments';
import jest from 'eslint-plugin-jest';
import node from 'eslint-plugin-n';
import tseslint from 'typescript-eslint';
// Rules that know types read those of classes.
import './services/console/scripts/class-types.mjs';

/** Syntax that no file has. */
const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Name every export.' },
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: 'Write the fields out: behind a spread the compiler does not look for unknown ones.',
  },
  {
    selector: ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression',
    message: 'Write the elements out.',
  },
];

const noAssign = {
  selector: 'CallExpression[callee.object.name="Object"][callee.property.name="assign"]',
  message: 'Spread what has a name, and write the other fields out: an assignment hides unknown ones.',
};

const judged = tseslint.config(
  { ignores: ['.loyalty/', 'test/clients/typescript-fetch/', '**/dist/', '**/*.js', '**/*.cjs', '**/*.mjs'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: ['./tsconfig.test.json', './services/console/ui/tsconfig.json'] },
    },
    plugins: { n: node, comments },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      complexity: ['error', 12],
      'no-console': 'error',
      'no-warning-comments': 'error',
      'n/no-process-env': 'error',
      'comments/require-description': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      // The dearest rule. `erasableSyntaxOnly` allows no enum of ours, and those of libraries are met in two packages, below.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false },
      ],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: ['{packages,tools}/*/src/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        { selector: 'ExportAllDeclaration', message: 'A door is a list of names.' },
      ],
    },
  },
  {
    files: ['packages/{kafka,telemetry}/src/**'],
    rules: { '@typescript-eslint/no-unsafe-enum-assignment': 'error' },
  },
  {
    files: ['packages/rules/src/**'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'setTimeout', 'setInterval', 'fetch', 'crypto'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take `now` as an argument.' },
        { object: 'Math', property: 'random', message: 'Take the id as an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
          message: 'Take `now` as an argument.',
        },
        { selector: 'AwaitExpression', message: 'Rules decide; they never wait.' },
        ...everywhere,
      ],
    },
  },
  {
    files: ['services/console/ui/**'],
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': ['error', ...everywhere, noAssign],
    },
  },
  {
    files: ['services/console/ui/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        noAssign,
        {
          selector: 'JSXText[value=/\\p{L}/u]',
          message: 'Texts stand in words.ts of the page, or in ui/words.',
        },
        {
          selector: ':matches(JSXElement, JSXFragment) > JSXExpressionContainer > Literal[value=/\\p{L}/u]',
          message: 'Texts stand in words.ts of the page, or in ui/words.',
        },
        {
          selector:
            'JSXAttribute[name.name=/^(alt|aria-label|aria-description|placeholder|title)$/] > Literal[value=/./]',
          message: 'Texts stand in words.ts of the page, or in ui/words.',
        },
      ],
    },
  },
  { files: ['**/src/config.ts'], rules: { 'n/no-process-env': 'off' } },
  {
    files: ['**/*.test.ts'],
    ...jest.configs['flat/recommended'],
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'jest/valid-title': [
        'error',
        {
          mustNotMatch: {
            it: ['\\bshould\\b', 'State the fact: "a purchase earns…"'],
            test: ['\\bshould\\b', 'State the fact.'],
          },
        },
      ],
      'max-lines-per-function': 'off',
    },
  },
);

/**
 * Generated files are read and held to no rule. If they were ignored, naming one, as the hook does for what is staged, would be a
 * warning, and warnings fail.
 */
const unjudged = {
  files: ['**/generated/**'],
  languageOptions: { parserOptions: { program: null, project: false, projectService: false } },
  linterOptions: { reportUnusedDisableDirectives: 'off' },
  rules: Object.fromEntries(
    judged.flatMap(({ rules = {} }) => Object.keys(rules)).map((name) => [name, 'off']),
  ),
};

export default [...judged, unjudged];

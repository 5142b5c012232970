import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['node_modules/'] },
  js.configs.recommended,
  { files: ['page/**/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['*.js', '*.mjs', 'test/**/*.js'],
    languageOptions: {
      globals: { ...globals.node, window: 'readonly', document: 'readonly', HTMLTextAreaElement: 'readonly' },
    },
  },
];

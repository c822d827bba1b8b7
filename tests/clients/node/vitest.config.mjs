// A checkout's tests, with the released package in the place of its source.
import { defineConfig } from 'vitest/config'

const released = process.env.RELEASED

export default defineConfig({
  plugins: [{
    name: 'released',
    enforce: 'pre',
    resolveId(source, importer) {
      return /^(\.\.?\/)+src(\/(index|errors)(\.js)?)?$/.test(source) ? this.resolve(released, importer) : null
    },
  }],
  test: { testTimeout: 30000, hookTimeout: 30000, environment: 'node', env: process.env, maxWorkers: 2 },
})

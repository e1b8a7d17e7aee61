// SPDX-License-Identifier: Apache-2.0

/// The style sheet of the page, for light and dark color schemes.
enum PageStyle {
    static let css = """

        :root { --page: #f7f7f5; --card: #ffffff; --text: #1d2329; --soft: #5b6570; --line: #dfe2e5;
          --good: #1a7f4b; --bad: #c2372e; --bar: #3869b8; --warn: #9a6700; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #14171b; --card: #1d2228; --text: #e6e9ec; --soft: #9aa5b1;
            --line: #343b43; --good: #4cc38a; --bad: #ff7b72; --bar: #6ea8fe; --warn: #d9a520; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--text);
          font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
        h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.1rem; margin: 0 0 .7rem; }
        h3 { font-size: 1rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
        header p { margin: .2rem 0 1rem; color: var(--soft); }
        .note { color: var(--warn); font-weight: 600; }
        .good { color: var(--good); font-weight: 600; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
          padding: 1rem 1.2rem; margin: 0 0 1rem; }
        .figures { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: center; }
        dl { display: flex; flex-wrap: wrap; gap: .6rem 1.6rem; margin: 0; flex: 1; }
        dt { color: var(--soft); font-size: .85rem; }
        dd { margin: 0; font-size: 1.45rem; font-weight: 600; font-variant-numeric: tabular-nums; }
        .valid dd { color: var(--good); } .invalid dd { color: var(--bad); }
        .share { width: 9rem; height: 9rem; flex: none; }
        .share circle { fill: none; stroke-width: 14; }
        .share .rest { stroke: var(--bad); } .share .none { stroke: var(--line); }
        .share .part { stroke: var(--good); }
        .share text { text-anchor: middle; fill: var(--text); }
        .figure { font-size: 21px; font-weight: 700; } .unit { font-size: 13px; }
        .bars { list-style: none; margin: 0; padding: 0; font-size: 13px; }
        .bars li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
          gap: .1rem .7rem; align-items: center; margin: 0 0 .35rem; }
        .bars .label { text-align: right; overflow-wrap: anywhere; }
        .bar { display: flex; align-items: center; }
        .bar i { height: 18px; min-width: 2px; border-radius: 3px; background: var(--bar);
          flex-basis: 0; }
        .bar .rest { background: none; min-width: 0; }
        .bars .count { color: var(--soft); margin-left: .5rem; min-width: 4.5rem; }
        .count, .number, [data-count] { white-space: nowrap; }
        .more { color: var(--soft); }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th { text-align: left; color: var(--soft); font-weight: 500; font-size: .85rem; }
        th, td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line);
          vertical-align: top; }
        td:first-child { white-space: nowrap; width: 1%; }
        code, pre { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
        td code { overflow-wrap: anywhere; }
        pre { margin: 0 0 .5rem; padding: .6rem .8rem; overflow-x: auto; border-radius: 6px;
          background: var(--page); }
        .carets { color: var(--bad); } mark { background: none; color: inherit; }
        .code { margin-right: .6rem; display: inline-block; overflow-wrap: anywhere; }
        td > div { min-width: 0; overflow-wrap: anywhere; }
        td[data-head="field"] > div { min-width: 9.5rem; }
        details { margin: 0 0 .8rem; } summary { cursor: pointer; margin: 0 0 .3rem;
          overflow-wrap: anywhere; }
        article + article { border-top: 1px solid var(--line); padding-top: .8rem; }
        ul { margin: 0 0 .6rem; padding-left: 1.2rem; }
        li { overflow-wrap: anywhere; } li.warning code { color: var(--warn); }
        li.error code, li.fault code { color: var(--bad); }
        @media (max-width: 600px) {
          main { padding: 1rem .6rem 2rem; } section { padding: .8rem .9rem; }
          .figures { flex-direction: column; align-items: stretch; } .share { align-self: center; }
          dl { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
          pre { white-space: pre-wrap; overflow-wrap: anywhere; } .carets { display: none; }
          mark { color: var(--bad); text-decoration: underline; }
          .bars li { grid-template-columns: minmax(0, 1fr); } .bars .label { text-align: left; }
          table, tbody, tr, td { display: block; } thead { display: none; }
          tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
          td, td:first-child { display: grid; grid-template-columns: 6rem minmax(0, 1fr);
            gap: .6rem; border: 0; padding: .1rem 0; width: auto; white-space: normal; }
          td::before { content: attr(data-head); color: var(--soft); font-size: .85rem; }
          td:empty { display: none; }
        }
        @media print { section { break-inside: avoid; } }

        """
}

// What charts are made of: colours, dashes and markers by turns, and text whose width is known before it is drawn.
var looks = (function () {
  'use strict';

  const FAMILY = 'Inter, Helvetica, Arial, sans-serif';
  // Hues after M. Okabe and K. Ito, "Color universal design" (2008), safe for all common forms of colour vision. The
  // text of a label is darker (on dark ground: lighter) than its line, for a contrast of 4.5 or more.
  const LOOKS = {
    light: {
      ground: '#ffffff', ink: '#1a1f26', muted: '#59636e', axis: '#59636e', grid: '#d5dae0', fine: '#eceff2',
      shade: 'rgba(89,99,110,0.075)', control: '#8b949e', controlText: '#6a737d',
      fills: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#333a42'],
      texts: ['#0069a3', '#b34e00', '#007a58', '#a34a7d', '#8f6200', '#1b74a8', '#333a42']
    },
    dark: {
      ground: '#14181d', ink: '#e8ebef', muted: '#a3adb8', axis: '#7d8792', grid: '#343b44', fine: '#242a31',
      shade: 'rgba(163,173,184,0.10)', control: '#7d8792', controlText: '#9aa4af',
      fills: ['#3f9fe0', '#f0824a', '#2bbf94', '#de92bd', '#f0b441', '#93d3f7', '#dfe4ea'],
      texts: ['#5db0ea', '#f5945f', '#3fcfa5', '#e6a3c9', '#f3be57', '#a3daf9', '#dfe4ea']
    }
  };
  const DASHES = ['solid', [7, 4], [2, 3], [9, 3, 2, 3]];
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];

  // ---- text ----

  function font(size, bold) {
    return (bold ? 'bold ' : '') + size + 'px ' + FAMILY;
  }

  function widthOf(text, size, bold) {
    return echarts.format.getTextRect(text, font(size, bold)).width;
  }

  function widest(texts, size, bold) {
    return texts.reduce(function (most, text) { return Math.max(most, widthOf(text, size, bold)); }, 0);
  }

  function wrap(text, size, width, bold) {
    const lines = [];
    text.split(' ').forEach(function (word) {
      const last = lines.length - 1;
      if (last >= 0 && widthOf(lines[last] + ' ' + word, size, bold) <= width) {
        lines[last] += ' ' + word;
      } else {
        lines.push(word);
      }
    });
    return lines;
  }

  function text(content, x, y, size, color, extra) {
    const style = { text: content, x: x, y: y, fill: color, fontSize: size, fontFamily: FAMILY,
      fontWeight: extra && extra.bold ? 'bold' : 'normal', align: extra && extra.align || 'left',
      verticalAlign: extra && extra.vertical || 'top' };
    return { type: 'text', silent: true, z: 10, style: style };
  }

  /** The start of a bold text that fits, with an ellipsis when some of it is left out. */
  function shorten(content, size, width) {
    let kept = content;
    while (kept.length > 1 && widthOf(kept === content ? kept : kept + '\u2026', size, true) > width) {
      kept = kept.slice(0, -1);
    }
    return kept === content ? kept : kept + '\u2026';
  }

  function line(points, color, width, dash, z) {
    return { type: 'polyline', silent: true, z: z || 0, shape: { points: points },
      style: { stroke: color, lineWidth: width, lineDash: dash || 'solid', fill: 'none' } };
  }

  /** The marker of a series beside its name, as its line has it. */
  function marker(mark, x, y, look) {
    const kind = mark.symbol.replace('empty', '').toLowerCase();
    const style = kind === mark.symbol ? { fill: mark.fill } : { fill: look.ground, stroke: mark.fill, lineWidth: 1.5 };
    const shapes = {
      circle: { type: 'circle', shape: { cx: x, cy: y, r: 3 } },
      rect: { type: 'rect', shape: { x: x - 3, y: y - 3, width: 6, height: 6 } },
      triangle: { type: 'polygon', shape: { points: [[x, y - 3], [x + 3, y + 3], [x - 3, y + 3]] } },
      diamond: { type: 'polygon', shape: { points: [[x, y - 4], [x + 3, y], [x, y + 4], [x - 3, y]] } }
    };
    return Object.assign({ silent: true, z: 10, style: style }, shapes[kind]);
  }

  function escape(content) {
    return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
  }

  // ---- how a series looks: of one hue, 8 differ by marker, 4 by dash; Styles.java counts the same ----

  function lookOf(series, look) {
    if (series.style < 0) {
      return { fill: look.control, text: look.controlText, dash: [3, 3], symbol: 'circle', turn: 0 };
    }
    const hue = series.style % look.fills.length;
    const turn = Math.floor(series.style / look.fills.length);
    return {
      fill: look.fills[hue], text: look.texts[hue], dash: DASHES[(hue + turn) % DASHES.length], turn: turn,
      symbol: SYMBOLS[(hue + turn) % SYMBOLS.length]
    };
  }

  /** Bars beyond the first seven: the same hues as tints with an outline, which is dashed from the fourth on. */
  function barStyle(mark) {
    return mark.turn === 0 ? { fill: mark.fill } :
      { fill: mark.fill, fillOpacity: [0.7, 0.35, 0.06][mark.turn % 3], stroke: mark.fill, lineWidth: 1.5,
        lineDash: mark.turn < 3 ? 'solid' : [4, 2] };
  }

  return { family: FAMILY, light: LOOKS.light, dark: LOOKS.dark, of: lookOf, barStyle: barStyle, widthOf: widthOf,
    widest: widest, wrap: wrap, shorten: shorten, text: text, line: line, marker: marker, escape: escape };
})();

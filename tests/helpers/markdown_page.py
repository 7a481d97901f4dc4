"""An answer with all that models write beside plain paragraphs, for tests and for pictures."""

# ruff: noqa: E501 - lines as models write them

from __future__ import annotations

MARKDOWN_PAGE = r"""**文字：**后续，含**「重点」**内容，これは**「重要」**です。`2 ** 3`, 2 ** 3 and a**b stay.
访问 https://example.com/docs（中文说明）了解更多，见 https://example.com/guide，详见 [名](https://a/中文)。
价格为$x$元，面积为$a^2$平方米，从 $113 跌到 $5.51。

H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>+<kbd>C</kbd>, <b>bold</b>, <i>italic</i>, <u>under</u>,
<s>struck</s>, <mark>marked</mark>. First line<br>second line; <script>no</script> and a lone <b> stay.

This is a whole sentence.
---
A rule stands above.

<details>
<summary>More **about** it</summary>

What is folded elsewhere.

</details>

1. First: do this
   ```bash
   npm install --save-dev typescript
   ```
   then this.
1. Second:

   | Key | Means |
   |:---|---:|
   | <kbd>Ctrl</kbd> | hold<br>it down |

   - deeper
     ```python
     def add(a, b):
         return a + b
     ```
     - deepest, a long line that goes on and on until it has to be broken, for then one sees where
       the second line of it begins
   > A quote in a list
   > > and one in it
1. Third

- disc
  - circle
    - square
      - square again

1. before tasks

- [ ] to do
- [x] done

and

-       text wide
-       too

> [!NOTE]
> Something to know.

> [!WARNING]
> Take care:
> ```sh
> rm -rf build
> ```
> All is gone.

> [!TIP]
> A tip.

> [!IMPORTANT]
> It matters.

> [!CAUTION]
> It hurts.

```markdown
# Title

```
bare
```

```json
{"a": 1}
```
```

\begin{equation}
E = mc^2
\end{equation}

\begin{align}
a &= b + c \\
  &= d
\end{align}

```diff
@@ -1,2 +1,2 @@
-old line
+new line
 same
```

```
no language
```

| City | Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Donaudampfschifffahrtsgesellschaft |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|:---:|
| Llanfairpwllgwyngyll | 1,000.00 | 2,000.00 | 3,000.00 | 4,000.00 | 5,000.00 | 6,000.00 | 7 | 8 | 9 | yes |
| Rome | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | no |

| Step | What to do | Why |
|---|---|---|
| 1 | Mix flour<br>and water until the dough is smooth, and let it rest for an hour in a warm place | The gluten needs time |
| 2 | - Point A<br>- Point B<br/>- Point C | A list 🍞 |
"""
